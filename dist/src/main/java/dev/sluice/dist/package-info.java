/** Programs that the build of an installation, and of the image, runs. */
package dev.sluice.dist;
