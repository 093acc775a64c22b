/**
 * What tests of other modules use too: broken files that are made here, and real documents that are
 * kept elsewhere.
 */
package dev.sluice.storage.testing;
