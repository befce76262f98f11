"""DLPack for the arrays on a CUDA card, which Numba's do not speak by themselves: torch, JAX and CuPy then take them with `from_dlpack`.

The layout is that of version 0.8 of https://dmlc.github.io/dlpack, which every library reads.
"""

from __future__ import annotations

import ctypes
from typing import Any

from .numba_cuda import cuda

NAME = b"dltensor"
CPU, CUDA = 1, 2  # kinds of devices
CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # kinds of numbers
LEGACY_STREAM, NO_SYNCHRONISING = 1, -1
DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Tensor(ctypes.Structure):
    """DLManagedTensor, with the DLTensor it begins with."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_type", ctypes.c_int32),
        ("device_id", ctypes.c_int32),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
        ("manager_context", ctypes.c_void_p),
        ("deleter", DELETER),
    )


lent: dict[int, Any] = {}  # all that others still use, by the address of its description
_new_capsule = ctypes.pythonapi.PyCapsule_New
_new_capsule.restype, _new_capsule.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_is_valid = ctypes.pythonapi.PyCapsule_IsValid
_is_valid.restype, _is_valid.argtypes = ctypes.c_int, (ctypes.c_void_p, ctypes.c_char_p)
_get_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_get_pointer.restype, _get_pointer.argtypes = ctypes.c_void_p, (ctypes.c_void_p, ctypes.c_char_p)


def _when_given_back(address: int) -> None:
    lent.pop(address, None)


def _when_capsule_ends(capsule: int) -> None:
    """If nobody took what was in it, nobody else gives it back."""
    if _is_valid(capsule, NAME):
        lent.pop(_get_pointer(capsule, NAME), None)


_give_back, _forget = DELETER(_when_given_back), DELETER(_when_capsule_ends)


def lend(owner: Any, address: int, device: tuple[int, int]) -> Any:
    """A capsule with an array whose memory is at an address of a device; the owner is kept until whoever takes it is done with it."""
    numbers = ctypes.c_int64 * max(1, len(owner.shape))
    shape, strides = numbers(*owner.shape), numbers(*(step // owner.dtype.itemsize for step in owner.strides))
    kind = (CODES[owner.dtype.kind], 8 * owner.dtype.itemsize, 1)
    tensor = Tensor(address, *device, len(owner.shape), *kind, shape, strides, 0, None, _give_back)
    lent[ctypes.addressof(tensor)] = (tensor, shape, strides, owner)
    return _new_capsule(ctypes.addressof(tensor), NAME, ctypes.cast(_forget, ctypes.c_void_p))


def device_of(array: Any) -> tuple[int, int]:
    """`__dlpack_device__` of an array on a card."""
    return CUDA, int(array.gpu_data.context.device.id)


def lend_card_array(array: Any, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any:
    """`__dlpack__` of an array on a card; kernels run on the default stream, for which only those on another one need to wait."""
    if array.dtype.kind not in CODES or copy or dl_device not in (None, device_of(array)):
        raise BufferError("DLPack shares arrays of numbers where they lie: no records, no copies, no other device")
    if stream not in (None, LEGACY_STREAM, NO_SYNCHRONISING):
        cuda.synchronize()
    return lend(array, int(array.__cuda_array_interface__["data"][0]), device_of(array))


def teach() -> None:
    """Let Numba's arrays speak DLPack, unless they do or there is only the simulator."""
    kind = getattr(getattr(getattr(cuda, "cudadrv", None), "devicearray", None), "DeviceNDArray", None)
    if kind is not None and not hasattr(kind, "__dlpack__"):
        kind.__dlpack__, kind.__dlpack_device__ = lend_card_array, device_of
