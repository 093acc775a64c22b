/** What reading sources and writing outputs have in common. */
package dev.sluice.storage;
