/** Gives complete files their final names, on disks and in object stores. */
package dev.sluice.storage.publish;
