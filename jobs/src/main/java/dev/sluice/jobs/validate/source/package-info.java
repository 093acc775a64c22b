/**
 * Applies the rules to the source again. The result is compared with the output, document by
 * document. Shares only the rules with the topology, and no other code.
 */
package dev.sluice.jobs.validate.source;
