/** {@code hf://datasets/ORG/NAME[@REVISION]/path}: data sets of the Hugging Face hub, to read. */
package dev.sluice.objects.hub;
