/** Writes files: streams of bytes, and the compression of pages. */
package dev.sluice.storage.write;
