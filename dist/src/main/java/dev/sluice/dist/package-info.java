/** Programs that the build runs to make an installation or an image. */
package dev.sluice.dist;
