package dev.sluice.operators.clean;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFamily;
import java.util.List;

/** The mappers of this group. */
public final class Cleaners implements OperatorFamily {
  /** Every one, in the order of the reference page. */
  @Override
  public List<OperatorDescription> all() {
    return List.of(
        HtmlCleaner.description(),
        UrlCleaner.description(),
        EmailCleaner.description(),
        IpCleaner.description(),
        PhoneCleaner.description(),
        HeaderCommentCleaner.description(),
        LongWordCleaner.description(),
        RepeatedSentenceCleaner.description(),
        SpecialLineCleaner.description(),
        PatternCleaner.description());
  }
}
