/**
 * The rules applied to the source again, compared with the output document by document. Shares no
 * code with the topology but the rules themselves.
 */
package dev.sluice.jobs.validate.source;
