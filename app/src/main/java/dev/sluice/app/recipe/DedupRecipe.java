package dev.sluice.app.recipe;

import dev.sluice.app.config.Problem;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a recipe for {@code dedup} says.
 *
 * @param options the command's options that it stands for, without dashes, and their values
 * @param warnings what the recipe says that has no effect here
 */
public record DedupRecipe(Map<String, String> options, List<Problem> warnings) {
  /** Copies the collections. */
  public DedupRecipe {
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    warnings = List.copyOf(warnings);
  }
}
