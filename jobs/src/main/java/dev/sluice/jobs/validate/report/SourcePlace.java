package dev.sluice.jobs.validate.report;

/**
 * Where a document is in the source.
 *
 * @param id of the document
 * @param unit that it was read with
 * @param file relative to the source
 * @param row in the file, from 0
 * @param dump of the document
 */
public record SourcePlace(String id, String unit, String file, long row, String dump) {}
