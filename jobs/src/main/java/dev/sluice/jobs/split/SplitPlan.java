package dev.sluice.jobs.split;

import java.util.List;
import java.util.Map;

/**
 * What a split is going to do.
 *
 * @param request all that the parts depend on
 * @param sources in the order of the files
 */
record SplitPlan(Map<String, Object> request, List<PlannedSource> sources) {
  SplitPlan {
    request = Map.copyOf(request);
    sources = List.copyOf(sources);
  }
}
