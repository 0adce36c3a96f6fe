"""What cffi makes of python/engine/shim.h; see there."""
from typing import Any

ffi: Any
lib: Any
