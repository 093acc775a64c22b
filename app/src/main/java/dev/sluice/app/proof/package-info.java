/** Finds the places where the text of a document is or was, for whoever has to remove it. */
package dev.sluice.app.proof;
