/** Reads data sets of the Hugging Face hub: {@code hf://datasets/ORG/NAME[@REVISION]/path}. */
package dev.sluice.objects.hub;
