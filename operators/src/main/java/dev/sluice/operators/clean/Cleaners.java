package dev.sluice.operators.clean;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFamily;
import java.util.List;

/** The mappers of group {@code clean}. */
public final class Cleaners implements OperatorFamily {
  /** Lists every mapper, in the order of the reference page. */
  @Override
  public List<OperatorDescription> all() {
    return List.of(
        HtmlCleaner.DESCRIPTION,
        UrlCleaner.DESCRIPTION,
        EmailCleaner.DESCRIPTION,
        IpCleaner.DESCRIPTION,
        PhoneCleaner.DESCRIPTION,
        HeaderCommentCleaner.DESCRIPTION,
        LongWordCleaner.DESCRIPTION,
        RepeatedSentenceCleaner.DESCRIPTION,
        SpecialLineCleaner.DESCRIPTION,
        PatternCleaner.DESCRIPTION);
  }
}
