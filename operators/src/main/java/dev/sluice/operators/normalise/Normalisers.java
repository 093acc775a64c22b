package dev.sluice.operators.normalise;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFamily;
import java.util.List;

/** The mappers of group {@code normalise}. */
public final class Normalisers implements OperatorFamily {
  /** Lists every mapper, in the order of the reference page. */
  @Override
  public List<OperatorDescription> all() {
    return List.of(
        CharMappers.lowercase(),
        UnicodeNormaliser.DESCRIPTION,
        CharMappers.invisible(),
        SpaceMappers.WHITESPACE,
        SpaceMappers.NEWLINES,
        CharMappers.punctuation(),
        CharMappers.numbers(),
        DateMapper.DESCRIPTION,
        CharMappers.simplifiedChinese(),
        MojibakeMapper.DESCRIPTION,
        CharMappers.asciiOnly());
  }
}
