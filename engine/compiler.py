"""The way from a Python function to machine code. Nothing but a compilation imports this module, and so
numba.

Numba's front end infers types and writes LLVM code; the rest is done here, because numba's own way costs far
more: it optimises each function, links it into its callers, optimises it again there, and adds its runtime
library and wrappers for Python to each. Here the parts of a kernel are linked first and optimised once, as
one module with one visible function: a plain C function, named after the kernel, that needs nothing of Python
or numba when it runs.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba import types as nb
from numba.core import codegen, config, registry, typed_passes, typing, untyped_passes
from numba.core.compiler import CompilerBase, Flags, compile_extra
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.funcdesc import default_mangler
from numba.core.typing.templates import make_concrete_template
from numba.extending import typeof_impl
from numba.np import arrayobj

from .intrinsics import INTRINSICS
from .jit import FAILED, Helper, Kernel, Primitive, Unit

_SCALARS = {"int": nb.int64, "bool": nb.int64, "None": nb.void}
_BYTES = ir.IntType(8).as_pointer()


class _Library(codegen.CPUCodeLibrary):
    """Collects LLVM code and leaves it as it is."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        pass

    def _finalize_final_module(self) -> None:
        self._finalized = True


class _Codegen(codegen.JITCPUCodegen):
    _library_class: Any = _Library


class _Typing(typing.Context):
    """Numba's typing context with a memory: kernels add integers thousands of times."""

    memory: dict[Any, Any]

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        if kws:
            return super().resolve_function_type(func, args, kws)
        found = self.memory.get((func, args))
        if found is None:
            found = super().resolve_function_type(func, args, kws)
            if found is not None:
                self.memory[func, args] = found
        return found


class _Pipeline(CompilerBase):
    """Numba's passes without those that look for things that kernels do not contain, such as closures."""

    def define_pipelines(self) -> list[PassManager]:
        passes = PassManager("kernel")
        for step in (
            untyped_passes.TranslateByteCode,
            untyped_passes.FixupArgs,
            untyped_passes.IRProcessing,
            untyped_passes.ReconstructSSA,
            typed_passes.NopythonTypeInference,
            typed_passes.PreLowerStripPhis,
            typed_passes.IRLegalization,
            typed_passes.AnnotateTypes,
            typed_passes.NativeLowering,
            typed_passes.NoPythonBackend,
        ):
            passes.add_pass(step, step.__name__)
        passes.finalize()
        return [passes]


def _short_name(name: str, types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
    """Numba puts all fields of all records into a name; these names never leave their module."""
    return default_mangler(name, () if uid is not None else types, uid=uid)


def _contexts() -> tuple[Any, Any]:
    """Numba's contexts, with our changes made to copies: other users of numba in the process see none of
    them."""
    target = registry.cpu_target
    target.target_context.refresh()
    inference = copy.copy(target.typing_context)
    inference.__class__ = _Typing
    inference.memory = {}
    context = target.target_context.subtarget(
        typing_context=inference,
        _internal_codegen=_Codegen("tenfold"),
        mangler=_short_name,
        post_lowering=lambda module, library: None,  # numba links its runtime here
    )
    return inference, context


_typing, _context = _contexts()
_records: dict[str, Any] = {}
_lowered: set[Helper] = set()


@typeof_impl.register(Kernel)
def _type_of_kernel(kernel: Kernel, _: Any) -> Any:
    return nb.ExternalFunction(kernel.symbol, _signature(kernel))


@typeof_impl.register(Helper)
def _type_of_helper(helper: Helper, _: Any) -> Any:
    return nb.Function(make_concrete_template(helper.symbol, helper, [_signature(helper)]))


@typeof_impl.register(Primitive)
def _type_of_primitive(primitive: Primitive, _: Any) -> Any:
    return _typing.resolve_value_type(INTRINSICS[primitive.name])


def _plain_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
    """An index as it is: numba's own would let -1 be the last element, a test at each access."""
    return context.cast(builder, index, kind, nb.intp if kind.signed else nb.uintp)


@contextmanager
def _plain_indices() -> Iterator[None]:
    """No index of a kernel counts from the end. Under the compiler's lock, so that no other code is
    compiled so."""
    wraparound = arrayobj.fix_integer_index
    arrayobj.fix_integer_index = _plain_index
    try:
        yield
    finally:
        arrayobj.fix_integer_index = wraparound


@global_compiler_lock
def compile_kernel(kernel: Kernel) -> bytes:
    """The object code of a kernel, for this machine. Raises numba's errors, and `TypeError` for what none can
    do."""
    try:
        with _plain_indices():
            part = _lower(kernel)
        library = _context.codegen().create_library(kernel.symbol)
        library.add_ir_module(_entry(kernel, part.fndesc))
        library.add_linking_library(part.library)
        library.finalize()
    except Exception as error:
        error.add_note(f"while compiling the kernel {kernel.symbol}")
        raise
    module = library._final_module
    for function in module.functions:
        if not function.is_declaration and function.name != kernel.symbol:
            function.linkage = "internal"
    machine = _context.codegen()._tm
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = True
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    _check_needs(kernel, module)
    return machine.emit_object(module)


def _lower(unit: Unit) -> Any:
    """Numba's result for one function, its helpers linked in, before any optimisation."""
    for helper in unit.helpers():
        if helper not in _lowered:
            part = _lower(helper)
            _context.insert_user_function(helper, part.fndesc, [part.library])
            _lowered.add(helper)
    flags: Any = Flags()
    flags.error_model = "numpy"  # no test for division by zero
    flags.boundscheck = bool(config.BOUNDSCHECK)  # type: ignore[attr-defined]
    flags.no_rewrites = True
    flags.no_compile = True  # no machine code yet
    flags.no_cpython_wrapper = True
    flags.no_cfunc_wrapper = True
    signature = _signature(unit)
    return compile_extra(
        _typing,
        _context,
        unit.function,
        signature.args,
        signature.return_type,
        flags,
        locals={},
        pipeline_class=_Pipeline,
    )


def _signature(unit: Unit) -> Any:
    kinds = []
    for hint in (unit.returns, *unit.parameters):
        if hint not in _SCALARS and hint not in _records:
            _records[hint] = numba.from_dtype(unit.dtype(hint))
        kinds.append(_SCALARS.get(hint) or _records[hint])
    return kinds[0](*kinds[1:])


def _entry(kernel: Kernel, part: Any) -> ir.Module:
    """The visible function. Numba's own wrapper would keep a call inside, and print exceptions."""
    module = _context.create_module("entry")
    convention = _context.call_conv
    callee = ir.Function(
        module, convention.get_function_type(part.restype, part.argtypes), part.llvm_func_name
    )
    nothing = part.restype == nb.void
    returns = ir.VoidType() if nothing else _context.get_value_type(part.restype)
    parameters = [_context.get_value_type(kind) for kind in part.argtypes]
    entry = ir.Function(module, ir.FunctionType(returns, parameters), kernel.symbol)
    builder = ir.IRBuilder(entry.append_basic_block())
    status, value = convention.call_function(builder, callee, part.restype, part.argtypes, entry.args)
    with builder.if_then(status.is_error, likely=False):
        failed = ir.Function(module, ir.FunctionType(ir.VoidType(), [_BYTES]), FAILED)
        builder.call(failed, [_context.insert_const_string(module, kernel.symbol)])
    if nothing:
        builder.ret_void()
    else:
        builder.ret(value)
    return module


def _check_needs(kernel: Kernel, module: Any) -> None:
    """Refuse code that calls numba's runtime or Python: neither is there when the code is loaded later."""
    known = {FAILED, *(callee.symbol for callee in kernel.callees())}
    for function in module.functions:
        name = function.name
        if function.is_declaration and name not in known and not name.startswith("llvm."):
            if name.startswith(("Py", "_Py", "NRT_", "numba_")) or not llvm.address_of_symbol(name):
                raise TypeError(
                    f"{kernel.symbol} makes objects or calls Python, which kernels cannot: {name}"
                )
