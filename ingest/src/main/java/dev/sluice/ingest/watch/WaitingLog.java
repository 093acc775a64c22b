package dev.sluice.ingest.watch;

import dev.sluice.ingest.source.UnitPlan;
import dev.sluice.ingest.watch.Completeness.Waiting;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Logs why a unit is not complete: once, and again when the reason changes. */
final class WaitingLog {
  private static final Logger LOG = LoggerFactory.getLogger(WaitingLog.class);

  private final Map<String, String> logged = new HashMap<>();

  /** Without a reason, forgets what was logged of the unit. */
  void tell(UnitPlan plan, Optional<Waiting> waiting) {
    if (waiting.isEmpty()) {
      logged.remove(plan.unit().id());
    } else {
      tell(plan, waiting.get());
    }
  }

  void tell(UnitPlan plan, Waiting waiting) {
    if (waiting.why().equals(logged.put(plan.unit().id(), waiting.why()))) {
      return;
    }
    MDC.put("dump", plan.unit().title());
    LOG.atInfo()
        .addKeyValue("unit", plan.unit().id())
        .addKeyValue("files", plan.files().size())
        .addKeyValue("why", waiting.why())
        .addKeyValue("what", waiting.what())
        .log("waiting until the dump is complete");
    MDC.remove("dump");
  }
}
