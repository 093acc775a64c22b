/** The statement of training content: what an output has of each domain, language and dump. */
package dev.sluice.jobs.content;
