package dev.sluice.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.app.output.OutputOwner;
import dev.sluice.app.run.Deployment;
import dev.sluice.app.run.Stages;
import dev.sluice.core.Counters;
import dev.sluice.core.Outcome;
import dev.sluice.ingest.Ingest;
import dev.sluice.settings.ConfigRequest;
import dev.sluice.settings.Machine;
import dev.sluice.settings.Role;
import dev.sluice.settings.SluiceConfig;
import dev.sluice.settings.load.ConfigLoader;
import dev.sluice.sink.CutLogs;
import dev.sluice.storage.output.DumpManifest;
import dev.sluice.storage.output.Manifests;
import dev.sluice.streams.StreamsRunner;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever was killed: what the gauges of ingest and topology say is what the manifests say. */
class GaugesIT {
  private static final long PARK_NANOS = 100_000_000;

  @TempDir Path directory;

  @Test
  @Tag("endurance")
  @Timeout(600)
  void shouldAddUpToTheCountersOfTheManifestsAfterKills() throws Exception {
    Job job = Job.of(Undisturbed.source(), directory.resolve("output"));
    for (int cuts : new int[] {1, 9}) {
      try (ProgramProcess program = job.start()) {
        program.awaitThat(cuts + " cuts", () -> job.result().cuts() >= cuts);
        program.kill();
      }
    }
    job.run(0);

    try (Deployment deployment = Deployment.open(config(job))) {
      Stages stages = new Stages(deployment, Machine.current(), Role.all());
      Counters shown = ingested(deployment, stages);
      try (StreamsRunner topology = stages.startTopology()) {
        while (topology.gauge().partitions().size() < deployment.partitions()) {
          assertThat(topology.failure()).isEmpty();
          LockSupport.parkNanos(PARK_NANOS);
        }
        shown.merge(topology.gauge().counters());
      }
      Manifests manifests = new CutLogs(stages.sink()).manifests();
      assertThat(shown.dumps()).isEqualTo(manifests.dumps()).hasSizeGreaterThan(1);
      for (String dump : manifests.dumps()) {
        assertSame(shown.ofDump(dump), manifests.of(dump));
      }
    }
  }

  private static SluiceConfig config(Job job) {
    List<String> paths = List.of("input.path=" + job.input(), "output.path=" + job.output());
    return new ConfigLoader(
            Map.of(), Machine.current(), OutputOwner::remembered, (config, roles, problems) -> {})
        .load(ConfigRequest.of(Optional.empty(), paths).running(EnumSet.copyOf(Role.all())))
        .config();
  }

  private static Counters ingested(Deployment deployment, Stages stages) throws Exception {
    Ingest ingest = new Ingest(deployment.connection(), deployment.progressLog(), stages.ingest());
    assertThat(ingest.plan(deployment.progressLog().read(), Set.of())).isEmpty();
    return ingest.gauge().counters();
  }

  private static void assertSame(Counters shown, DumpManifest manifest) {
    SortedMap<String, Long> totals = new TreeMap<>();
    manifest.counters().keySet().forEach(name -> totals.put(name, shown.total(name)));
    assertThat(totals).isEqualTo(manifest.counters());
    assertThat(shown.details()).isEqualTo(manifest.operators());
    manifest
        .buckets()
        .forEach(
            (name, bucket) -> {
              Counters counted = shown.ofBucket(name);
              assertThat(counted.total(Outcome.KEPT.key())).isEqualTo(bucket.counts().kept());
              assertThat(counted.total(Outcome.DUPLICATES_REMOVED.key()))
                  .isEqualTo(bucket.counts().duplicatesRemoved());
              assertThat(counted.total(Outcome.SAMPLED_OUT.key()))
                  .isEqualTo(bucket.counts().sampledOut());
            });
  }
}
