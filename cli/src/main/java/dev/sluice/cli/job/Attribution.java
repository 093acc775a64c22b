package dev.sluice.cli.job;

import dev.sluice.cli.config.DatasetConfig;

/** The text of ATTRIBUTION.md: what the licence of the source asks for, and the limits of use. */
final class Attribution {
  private static final String TEXT =
      """
      # Attribution

      This data set was made from %s (version %s), which its authors publish under %s.
      Anyone who passes it on, whole or in part, must keep this notice.

      Its documents are web pages; the terms of Common Crawl apply to them as well.

      ## Limits of use

      - Do not claim to have created the source data.
      - Do not use the data to train models for harmful ends, such as making up false news.
      - Look through the content before use and leave out what does not belong there.
      """;

  private Attribution() {}

  static String of(DatasetConfig dataset) {
    return dataset
        .attribution()
        .orElseGet(
            () -> TEXT.formatted(dataset.source(), dataset.sourceVersion(), dataset.license()));
  }
}
