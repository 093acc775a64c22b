package dev.sluice.app.recipe;

import dev.sluice.settings.Problem;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The content of a recipe for {@code dedup}.
 *
 * @param options values by option of the command, without dashes
 * @param warnings settings that have no effect here
 */
public record DedupRecipe(Map<String, String> options, List<Problem> warnings) {
  /** Copies the collections. */
  public DedupRecipe {
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    warnings = List.copyOf(warnings);
  }
}
