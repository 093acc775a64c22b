/**
 * JSON lines cut into objects and fields without building trees, also from gzip and zstd, and
 * written. Bytes only; inputs as files are in {@code storage.text}.
 */
package dev.sluice.storage.jsonl;
