"""The conversation: UCI text in, UCI text out."""
