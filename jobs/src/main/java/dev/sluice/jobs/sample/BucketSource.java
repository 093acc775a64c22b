package dev.sluice.jobs.sample;

import dev.sluice.algorithms.sample.RowSelector.RowRange;
import dev.sluice.jobs.sample.SampleRecord.QuarantinedFile;
import dev.sluice.jobs.sample.SampleRequest.IdRule;
import dev.sluice.storage.text.TextFile;
import dev.sluice.storage.text.TextSurvey;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The files of a bucket, and how to sample them.
 *
 * @param ids the effective rule for ids
 * @param text the column or field of the texts
 * @param files readable files, sorted
 * @param quarantined files that cannot be read
 */
record BucketSource(
    SampleRequest.Part part,
    IdRule ids,
    String text,
    List<SampleFile> files,
    List<QuarantinedFile> quarantined) {
  /**
   * A file of a bucket.
   *
   * @param file the file
   * @param id the string that represents the file in the ids of its rows
   * @param survey the survey of the file's footer
   */
  record SampleFile(TextFile file, String id, TextSurvey survey) {
    /** Returns the average size of a text. */
    double bytesPerRow() {
      return survey.rows() == 0 ? 0 : (double) survey.textBytes() / survey.rows();
    }
  }

  /** Returns the rows to choose from. */
  List<RowRange> ranges(long seed) {
    String bucket = part.bucket().name();
    return files.stream()
        .map(
            file ->
                new RowRange("%d_%s#%s#".formatted(seed, bucket, file.id()), file.survey().rows()))
        .toList();
  }

  /** Returns the state of the files as lines. A sample starts over if the state has changed. */
  List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>(List.of(part.bucket().key()));
    for (SampleFile each : files) {
      TextFile file = each.file();
      lines.add(
          "%s %d %d %s"
              .formatted(
                  file.name(),
                  file.bytes(),
                  each.survey().rows(),
                  Files.getLastModifiedTime(file.path())));
    }
    return lines;
  }

  long rows() {
    return files.stream().mapToLong(file -> file.survey().rows()).sum();
  }

  /** Returns the number of rows to copy. */
  long wanted() {
    return Math.min(rows(), part.bucket().count());
  }

  /** Returns a warning if fewer rows were sampled than requested. */
  Optional<String> warning(long sampled) {
    int count = part.bucket().count();
    if (sampled == count) {
      return Optional.empty();
    }
    String why =
        rows() < count
            ? String.format(Locale.ROOT, "only %,d can be read", rows())
            : "the missing rows were rejected or are in quarantined files";
    return Optional.of(
        String.format(
            Locale.ROOT,
            "%s: requested %,d rows, but sampled %,d: %s",
            part.bucket().key(),
            count,
            sampled,
            why));
  }
}
