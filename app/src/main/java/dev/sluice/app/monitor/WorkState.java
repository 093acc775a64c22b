package dev.sluice.app.monitor;

import dev.sluice.app.monitor.RunDocument.Bucket;
import dev.sluice.app.monitor.RunDocument.Dropped;
import dev.sluice.app.monitor.RunDocument.Dump;
import dev.sluice.app.monitor.RunDocument.Flow;
import dev.sluice.app.monitor.RunDocument.Holder;
import dev.sluice.app.monitor.RunDocument.Phase;
import dev.sluice.app.monitor.RunDocument.Progress;
import dev.sluice.app.monitor.RunDocument.Stage;
import dev.sluice.core.InputLosses;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The state of the work of a process at one moment; components as in {@link RunDocument}.
 *
 * @param complete whether the counts include everything that earlier processes have counted
 * @param quarantined files with the reason
 * @param losses of the other files
 * @param figures of the series
 */
public record WorkState(
    boolean complete,
    Progress progress,
    List<Dump> dumps,
    Flow flow,
    List<Bucket> buckets,
    List<Dropped> dropped,
    List<Stage> stages,
    Holder holder,
    List<Phase> phases,
    SortedMap<String, String> quarantined,
    InputLosses losses,
    Figures figures) {
  /** Nothing that is known. */
  static final WorkState NONE =
      new WorkState(
          false,
          new Progress(0, 0, 0, null),
          List.of(),
          null,
          List.of(),
          List.of(),
          List.of(),
          null,
          List.of(),
          new TreeMap<>(),
          InputLosses.NONE,
          new Figures(null, null, null, null, null));

  /**
   * Totals of the process so far; null if unknown.
   *
   * @param readBytes of input
   * @param rows read
   * @param kept documents
   * @param lagTopology rows before the topology
   * @param lagSink rows before the sink
   */
  public record Figures(Long readBytes, Long rows, Long kept, Long lagTopology, Long lagSink) {}

  /**
   * The same with the counts of an earlier document, to be shown until all state is restored. Takes
   * nothing else: what the stages do is known at any time.
   */
  WorkState withCountsOf(RunDocument former) {
    return new WorkState(
        complete,
        former.progress(),
        former.dumps(),
        former.flow(),
        former.buckets(),
        former.dropped(),
        stages,
        holder,
        phases,
        quarantined,
        losses,
        figures);
  }

  /**
   * The same after the process has ended: its stages do nothing, and hold nothing up.
   *
   * @param millis when it ended
   */
  WorkState atRest(long millis) {
    return new WorkState(
        complete,
        progress,
        dumps,
        flow,
        buckets,
        dropped,
        stages.stream().map(stage -> stage.atRest(millis)).toList(),
        null,
        phases,
        quarantined,
        losses,
        figures);
  }
}
