package dev.sluice.app.doctor;

import dev.sluice.app.doctor.DoctorReport.Diagnosis;
import dev.sluice.app.doctor.DoctorReport.State;
import dev.sluice.settings.Problems;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthorizationException;

/** Collects diagnoses in order. Not thread-safe. */
final class Findings {
  private final List<Diagnosis> all = new ArrayList<>();

  void ok(String check, String seen) {
    all.add(new Diagnosis(check, State.OK, seen, "", ""));
  }

  void warn(String check, String seen, String needed, String cure) {
    all.add(new Diagnosis(check, State.WARN, seen, needed, cure));
  }

  void fail(String check, String seen, String needed, String cure) {
    all.add(new Diagnosis(check, State.FAIL, seen, needed, cure));
  }

  /** Records whether a check passes or fails. */
  void require(boolean well, String check, String seen, String needed, String cure) {
    if (well) {
      ok(check, seen);
    } else {
      fail(check, seen, needed, cure);
    }
  }

  /** Records a failure for each problem, or a passed check if there are no problems. */
  void require(Problems problems, String check, String well, String needed, String cure) {
    problems.all().forEach(problem -> fail(check, problem.toString(), needed, cure));
    if (problems.isEmpty()) {
      ok(check, well);
    }
  }

  /** Runs a check. If the broker fails, its error becomes the diagnosis of the check. */
  void guard(String check, Runnable look) {
    try {
      look.run();
    } catch (AuthorizationException e) {
      fail(
          check,
          "the broker refuses the query: " + e.getMessage(),
          "permission to describe the cluster, topics, groups and transactional ids",
          "use kafka-acls.sh to grant this permission to the principal that kafka.properties logs"
              + " in as");
    } catch (KafkaException e) {
      fail(
          check,
          "the query failed: " + e.getMessage(),
          "a reply from a broker that runs Kafka 4.0 or newer",
          "check that the broker is healthy and runs Kafka 4.0 or newer, then try again");
    }
  }

  /** Returns all diagnoses so far. */
  List<Diagnosis> all() {
    return List.copyOf(all);
  }
}
