package dev.sluice.operators.normalise;

import dev.sluice.operators.OperatorDescription;
import java.util.List;

/** The mappers of this group. */
public final class Normalisers {
  private Normalisers() {}

  /** Every one, in the order of the reference page. */
  public static List<OperatorDescription> all() {
    return List.of(
        CharMappers.lowercase(),
        UnicodeNormaliser.description(),
        InvisibleRemover.description(),
        SpaceMappers.whitespace(),
        SpaceMappers.newlines(),
        CharMappers.punctuation(),
        NumberMapper.description(),
        DateMapper.description(),
        SimplifiedChinese.description(),
        MojibakeMapper.description(),
        CharMappers.asciiOnly());
  }
}
