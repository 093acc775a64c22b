package dev.sluice.app.output;

import dev.sluice.settings.SluiceConfig;

/**
 * Writes the text of ATTRIBUTION.md. It contains only what the configuration states about the
 * source.
 */
public final class Attribution {
  private static final String UNKNOWN_SOURCE =
      """
      # Attribution

      The source of the documents in this data set was not configured. Before you pass the data set on, find out what
      the licence of its source requires. Then set dataset.source and dataset.license, or set dataset.attribution to
      the whole text of this file, and run the command that made the data set again.
      """;

  private static final String FINEWEB_EDU =
      """

      If the documents are from FineWeb-Edu, pass -c fineweb-edu, which has the notice that their licence requires.
      """;

  private static final String SOURCE =
      """
      # Attribution

      This data set was made from %s%s.
      %s
      Anyone who passes it on, whole or in part, must keep this notice.
      """;

  private Attribution() {}

  public static String of(SluiceConfig.DatasetConfig dataset) {
    return dataset
        .attribution()
        .orElseGet(
            () ->
                dataset
                    .source()
                    .map(source -> text(source, dataset))
                    .orElseGet(() -> unknownSource(dataset)));
  }

  private static String unknownSource(SluiceConfig.DatasetConfig dataset) {
    boolean isNamed = !dataset.name().equals(SluiceConfig.DatasetConfig.DEFAULT_NAME);
    return isNamed ? UNKNOWN_SOURCE : UNKNOWN_SOURCE + FINEWEB_EDU;
  }

  private static String text(String source, SluiceConfig.DatasetConfig dataset) {
    String version = dataset.sourceVersion().map(", version %s"::formatted).orElse("");
    String license =
        dataset
            .license()
            .map("Its licence is %s."::formatted)
            .orElse("Its licence was not configured. See the source, and set dataset.license.");
    return SOURCE.formatted(source, version, license);
  }
}
