package dev.sluice.jobs.split;

import java.util.List;
import java.util.Map;

/**
 * The plan of a split.
 *
 * @param request everything that determines the parts
 * @param sources in file order
 */
record SplitPlan(Map<String, Object> request, List<PlannedSource> sources) {
  SplitPlan {
    request = Map.copyOf(request);
    sources = List.copyOf(sources);
  }
}
