package dev.sluice.operators.normalise;

import dev.sluice.operators.OperatorDescription;
import dev.sluice.operators.OperatorFamily;
import java.util.List;

/** The mappers of this group. */
public final class Normalisers implements OperatorFamily {
  /** Every one, in the order of the reference page. */
  @Override
  public List<OperatorDescription> all() {
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
