/** Writes files. This package has streams of bytes, and the compression of pages. */
package dev.sluice.storage.write;
