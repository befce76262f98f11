"""What compiled code needs of Numba's runtime: memory, from an arena that is empty again at every call; references are not counted."""

from __future__ import annotations

ARENA_SIZE = 1 << 20  # bytes; more than any search allocates for itself
HEAD = 64  # bytes before each array, and what blocks are rounded up to
USED = "used"  # the global that says how much of the arena is taken
TELLS_USED = "arena_used"  # an export: how much the last call took
ALLOCATORS = ("NRT_MemInfo_alloc_aligned", "NRT_Allocate")  # what takes memory from it
MEMORY_INFO = "{ i64, ptr, ptr, ptr, i64 }"  # references, destructor, its argument, data, size

RUNTIME = f"""
@arena = internal global [{ARENA_SIZE} x i8] zeroinitializer, align 64
@{USED} = global i32 0

define void @NRT_incref(ptr %0) {{
  ret void
}}

define void @NRT_decref(ptr %0) {{
  ret void
}}

define i32 @{TELLS_USED}() {{
  %taken = load i32, ptr @{USED}
  ret i32 %taken
}}

; memory up to a multiple of 64 bytes
define nonnull ptr @NRT_Allocate(i64 %size) noinline {{
  %before = load i32, ptr @{USED}
  %large = icmp ugt i64 %size, {ARENA_SIZE}
  %small = trunc i64 %size to i32
  %more = add i32 %small, 63
  %rounded = and i32 %more, -64
  %after = add i32 %before, %rounded
  %full = icmp ugt i32 %after, {ARENA_SIZE}
  %over = or i1 %large, %full
  br i1 %over, label %exhausted, label %fits
exhausted:
  call void @llvm.trap()
  unreachable
fits:
  store i32 %after, ptr @{USED}
  %block = getelementptr i8, ptr @arena, i32 %before
  ret ptr %block
}}

; memory for a moment: what was taken last is given back first
define void @NRT_Free(ptr %block) noinline {{
  %at = ptrtoint ptr %block to i32
  %start = ptrtoint ptr @arena to i32
  %before = sub i32 %at, %start
  store i32 %before, ptr @{USED}
  ret void
}}

; memory for an array
define nonnull ptr @NRT_MemInfo_alloc_aligned(i64 %size, i32 %align) noinline {{
  %whole = add i64 %size, 64
  %block = call ptr @NRT_Allocate(i64 %whole)
  %data = getelementptr i8, ptr %block, i32 64
  %count = getelementptr {MEMORY_INFO}, ptr %block, i32 0, i32 0
  store i64 1, ptr %count
  %place = getelementptr {MEMORY_INFO}, ptr %block, i32 0, i32 3
  store ptr %data, ptr %place
  %length = getelementptr {MEMORY_INFO}, ptr %block, i32 0, i32 4
  store i64 %size, ptr %length
  ret ptr %block
}}

declare void @llvm.trap()
"""
