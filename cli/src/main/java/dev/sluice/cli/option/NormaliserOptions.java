package dev.sluice.cli.option;

import dev.sluice.algorithms.words.TextNormaliser;
import java.text.Normalizer;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options for the normalisation of texts before they are split. */
public final class NormaliserOptions {
  @Option(
      names = "--normalise",
      paramLabel = "FORM",
      description = "Unicode normalization form: nfc or nfkc. Default: none.")
  private Optional<Form> form = Optional.empty();

  @Option(names = "--lower-case", description = "Convert all text to lower case.")
  private boolean lowerCase;

  /** The supported normal forms. */
  enum Form {
    NFC,
    NFKC
  }

  public TextNormaliser normaliser() {
    return new TextNormaliser(
        form.map(wanted -> Normalizer.Form.valueOf(wanted.name())), lowerCase);
  }
}
