package dev.sluice.app.recipe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Keys of Data-Juicer's recipes that say how its engine runs, not what becomes of documents. */
final class EngineKeys {
  private static final String NOTHING = "has no effect here";

  private static final Map<String, String> EFFECTS = new LinkedHashMap<>();

  static {
    add("np", "has no effect here: all cores work; --workers sets another number");
    add("executor_type", "has no effect here: files are processed on this machine");
    add("ray_address", "has no effect here: there is no Ray");
    add("open_tracer", "has no effect here: --trace N keeps examples of what operators did");
    add("trace_num", "has no effect here: --trace N keeps examples of what operators did");
    add("op_list_to_trace", "has no effect here: --trace N keeps examples of what operators did");
    add("skip_op_error", "has no effect here: a row that fails is rejected and counted");
    add("use_checkpoint", "has no effect here: the same command continues");
    add("op_fusion", "has no effect here: operators always share intermediate results");
    add("export_type", "has no effect here: files are written as they are read");
    add("export_shard_size", "has no effect here: an output file for each of the input");
    add("suffixes", "has no effect here: the extension decides the format");
    for (String key :
        new String[] {
          "adaptive_batch_size",
          "audio_key",
          "audio_special_token",
          "cache_compress",
          "checkpoint",
          "data_probe_algo",
          "data_probe_ratio",
          "debug",
          "ds_cache_dir",
          "eoc_special_token",
          "executor",
          "export_extra_args",
          "export_in_parallel",
          "fusion_strategy",
          "image_bytes_key",
          "image_key",
          "image_special_token",
          "job_id",
          "keep_hashes_in_res_ds",
          "keep_stats_in_res_ds",
          "open_insight_mining",
          "open_monitor",
          "partition",
          "temp_dir",
          "turbo",
          "use_cache",
          "video_key",
          "video_special_token",
          "work_dir"
        }) {
      add(key, NOTHING);
    }
  }

  private EngineKeys() {}

  private static void add(String key, String effect) {
    EFFECTS.put(key, effect);
  }

  /** What is said of a key; empty for one that is none of these. */
  static Optional<String> effect(String key) {
    return Optional.ofNullable(EFFECTS.get(key));
  }
}
