package dev.sluice.jobs.sample;

import java.util.List;

/**
 * What is known of a complete file of the output until all of them are there.
 *
 * @param part its number in the plan, from 0
 * @param rows in it
 * @param bytes its size
 * @param sampled rows of each bucket, in the order of the request
 * @param nulls rows whose text is null
 * @param rejected chosen rows that were left out one by one
 * @param rejections the first of them
 * @param quarantined files that broke off
 */
record PartRecord(
    int part,
    long rows,
    long bytes,
    List<Long> sampled,
    long nulls,
    long rejected,
    List<String> rejections,
    List<QuarantinedFile> quarantined) {}
