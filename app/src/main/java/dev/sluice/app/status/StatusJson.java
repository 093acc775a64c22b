package dev.sluice.app.status;

import dev.sluice.app.output.DiskForecast;
import dev.sluice.storage.output.Json;
import dev.sluice.topics.progress.RestoreProgress;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** A status as JSON. Unknown fields are absent. */
public final class StatusJson {
  private StatusJson() {}

  /** The document; its fields are those of docs/reference/status.md. */
  public static String of(StatusReport report) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("output", report.output());
    fields.put("broker", report.broker().orElse(""));
    fields.put("sealed", report.isSealed());
    put(fields, "seconds_left", report.secondsLeft());
    report.freeBytes().ifPresent(bytes -> fields.put("free_bytes", bytes));
    SortedMap<String, Object> dumps = new TreeMap<>();
    report.dumps().forEach((name, dump) -> dumps.put(name, dump(dump)));
    fields.put("dumps", dumps);
    fields.put("units", report.units().stream().map(StatusJson::unit).toList());
    fields.put("resets", report.resets().stream().map(StatusJson::reset).toList());
    fields.put("ingest", ingest(report.reading()));
    fields.put("stages", report.stages().stream().map(StatusJson::stage).toList());
    fields.put("restores", report.restores().stream().map(StatusJson::restore).toList());
    fields.put("processes", report.processes().stream().map(StatusJson::process).toList());
    fields.put("topic_bytes", report.topicBytes());
    report.disk().ifPresent(disk -> fields.put("disk", disk(disk)));
    return new String(Json.write(fields), StandardCharsets.UTF_8);
  }

  private static void put(Map<String, Object> fields, String name, OptionalLong value) {
    value.ifPresent(number -> fields.put(name, number));
  }

  private static void put(Map<String, Object> fields, String name, OptionalDouble value) {
    value.ifPresent(number -> fields.put(name, Math.round(100 * number) / 100.0));
  }

  private static Map<String, Object> dump(DumpStatus dump) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("counters", dump.counters());
    fields.put("operators", dump.operators());
    fields.put("files", dump.files());
    fields.put("bytes", dump.bytes());
    SortedMap<String, Object> buckets = new TreeMap<>();
    dump.buckets().forEach((name, bucket) -> buckets.put(name, bucket(bucket)));
    fields.put("buckets", buckets);
    return fields;
  }

  private static Map<String, Object> bucket(DumpStatus.BucketStatus bucket) {
    Map<String, Object> fields = new LinkedHashMap<>(bucket.counts().listed());
    fields.put("files", bucket.files());
    fields.put("bytes", bucket.bytes());
    return fields;
  }

  private static Map<String, Object> unit(UnitStatus unit) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("unit", unit.unit());
    fields.put("state", unit.state().name().toLowerCase(Locale.ROOT));
    fields.put("files_read", unit.filesRead());
    fields.put("files", unit.files());
    fields.put("bytes_read", unit.bytesRead());
    fields.put("bytes", unit.bytes());
    fields.put("rows", unit.rows());
    fields.put("quarantined", unit.quarantined());
    if (!unit.losses().isEmpty()) {
      fields.put("losses", unit.losses().files());
    }
    fields.put("dumps", unit.dumps());
    return fields;
  }

  private static Map<String, Object> reset(ResetStatus reset) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("dump", reset.dump());
    fields.put("state", reset.state().name().toLowerCase(Locale.ROOT));
    fields.put("partitions_done", reset.partitionsDone());
    fields.put("partitions", reset.partitions());
    fields.put("files", reset.files());
    fields.put("bytes", reset.bytes());
    return fields;
  }

  private static Map<String, Object> ingest(Pace pace) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("bytes_left", pace.left());
    put(fields, "bytes_per_second", pace.perSecond());
    put(fields, "seconds_left", pace.secondsLeft());
    return fields;
  }

  private static Map<String, Object> stage(StageStatus stage) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("stage", stage.stage());
    fields.put("lag", stage.pace().left());
    put(fields, "per_second", stage.pace().perSecond());
    put(fields, "seconds_left", stage.pace().secondsLeft());
    fields.put("partitions", stage.partitions().stream().map(StatusJson::partition).toList());
    return fields;
  }

  private static Map<String, Object> partition(StageStatus.PartitionStatus partition) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("partition", partition.partition());
    fields.put("position", partition.position());
    fields.put("end", partition.end());
    fields.put("lag", partition.lag());
    return fields;
  }

  private static Map<String, Object> restore(RestoreProgress restore) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("instance", restore.instance());
    fields.put("records", restore.records());
    fields.put("remaining", restore.remaining());
    fields.put("records_per_second", restore.recordsPerSecond());
    put(fields, "seconds_left", restore.secondsLeft());
    return fields;
  }

  private static Map<String, Object> process(ProcessStatus process) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("work_directory", process.workDirectory());
    fields.put("pid", process.pid());
    put(fields, "cpus", process.cpus());
    put(fields, "cpu_seconds", process.cpuSeconds());
    put(fields, "memory_bytes", process.memoryBytes());
    return fields;
  }

  private static Map<String, Object> disk(DiskForecast disk) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("unread_bytes", disk.unreadBytes());
    fields.put("output_ratio", disk.outputRatio());
    fields.put("measured", disk.measured());
    List<Map<String, Object>> volumes = disk.volumes().stream().map(StatusJson::volume).toList();
    fields.put("volumes", volumes);
    return fields;
  }

  private static Map<String, Object> volume(DiskForecast.Volume volume) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("free_bytes", volume.freeBytes());
    fields.put("needed_bytes", volume.neededBytes());
    fields.put("has_room", volume.hasRoom());
    fields.put("parts", volume.parts());
    return fields;
  }
}
