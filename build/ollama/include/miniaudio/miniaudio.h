// Stands in for miniaudio, of which mtmd-helper.cpp needs the names below: no audio can be decoded, nothing else changes.
#pragma once
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int ma_result;
typedef uint64_t ma_uint64;
typedef struct { int none; } ma_decoder;
typedef struct { int none; } ma_decoder_config;

enum { MA_ERROR = -1, MA_SUCCESS = 0 };
enum { ma_format_f32 = 5 };

static inline ma_decoder_config ma_decoder_config_init(int format, unsigned channels, unsigned rate) {
	ma_decoder_config c = {0};
	return c;
}
static inline ma_result ma_decoder_init_memory(const void *data, size_t n, const ma_decoder_config *c, ma_decoder *d) { return MA_ERROR; }
static inline ma_result ma_decoder_get_length_in_pcm_frames(ma_decoder *d, ma_uint64 *n) { return MA_ERROR; }
static inline ma_result ma_decoder_read_pcm_frames(ma_decoder *d, void *out, ma_uint64 n, ma_uint64 *got) { return MA_ERROR; }
static inline void ma_decoder_uninit(ma_decoder *d) {}
