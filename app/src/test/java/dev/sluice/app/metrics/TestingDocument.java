package dev.sluice.app.metrics;

import dev.sluice.app.monitor.RunDocument;

/** A run document as a run in its middle has it. */
final class TestingDocument {
  private TestingDocument() {}

  static RunDocument get() {
    return RunDocument.parse(
        """
        {"format": 1, "job": "run", "now": 100000, "phase": "ready", "processes": [],
         "progress": {"done": 40, "total": 100, "fraction": 0.4, "seconds_left": 60},
         "dumps": [
           {"name": "CC-MAIN-2013-20", "state": "sealed", "files": 2, "files_read": 2, "bytes": 50,
            "bytes_read": 50, "rows": 30, "kept": 10},
           {"name": "CC-MAIN-2014-10", "state": "reading", "files": 2, "files_read": 1, "bytes": 30,
            "bytes_read": 10, "rows": 10, "kept": 4},
           {"name": "CC-MAIN-2015-14", "state": "waiting", "files": 2, "files_read": 0, "bytes": 20,
            "bytes_read": 0, "rows": 0, "kept": 0}],
         "flow": {"rows_read": 40, "outcomes": {"kept": 14, "filtered_out": 21}, "in_flight": 5},
         "buckets": [
           {"name": "3.0", "target_rate": 0.5, "measured_rate": 0.48, "kept": 14,
            "duplicates_removed": 1, "sampled_out": 15, "invalid_text": 0, "operator_dropped": 0,
            "rejected": 0},
           {"name": "4.0", "target_rate": 1.0, "kept": 0, "duplicates_removed": 0,
            "sampled_out": 0, "invalid_text": 0, "operator_dropped": 0, "rejected": 0}],
         "dropped": [{"reason": "filtered_out", "count": 21, "examples": [
           {"id": "secret-id", "file": "f.parquet", "row": 1, "text": "secret-text"}]}],
         "quarantined_files": 2,
         "stages": [
           {"name": "ingest", "per_second": 5.0, "state": "waiting", "waits_for": "sink",
            "since": 88000},
           {"name": "topology", "lag": 3, "per_second": 5.0, "state": "working"},
           {"name": "sink", "lag": 7, "per_second": 2.0, "state": "working"}],
         "holder": {"stage": "sink", "since": 90000},
         "phases": [],
         "series": {"time": [1], "read_bytes_per_second": [null], "rows_per_second": [null],
           "kept_per_second": [null], "lag_topology": [3], "lag_sink": [7],
           "memory_bytes": [900], "disk_free_bytes": [5000], "cpus": [null]},
         "events": [], "config": {"kafka.properties.ssl.key.password": "hidden-anyway"},
         "versions": {"sluice": "0.1.0", "java": "17"}}
        """);
  }
}
