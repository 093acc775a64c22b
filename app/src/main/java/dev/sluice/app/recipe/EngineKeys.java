package dev.sluice.app.recipe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Keys of Data-Juicer's recipes that configure its engine, not the processing of documents. */
final class EngineKeys {
  private static final String NO_EFFECT = "has no effect here";

  private static final Map<String, String> EFFECTS = new LinkedHashMap<>();

  static {
    add("np", NO_EFFECT + ": all cores work; --workers sets another number");
    add("executor_type", NO_EFFECT + ": files are processed on this machine");
    add("ray_address", NO_EFFECT + ": there is no Ray");
    add("open_tracer", NO_EFFECT + ": --trace N keeps examples of what operators did");
    add("trace_num", NO_EFFECT + ": --trace N keeps examples of what operators did");
    add("op_list_to_trace", NO_EFFECT + ": --trace N keeps examples of what operators did");
    add("skip_op_error", NO_EFFECT + ": a row that fails is rejected and counted");
    add("use_checkpoint", NO_EFFECT + ": the same command always continues");
    add("op_fusion", NO_EFFECT + ": operators always share results about a text");
    add("export_type", NO_EFFECT + ": output files have the format of their input files");
    add("export_shard_size", NO_EFFECT + ": there is an output file for each input file");
    add("suffixes", NO_EFFECT + ": the format follows from the file name");
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
      add(key, NO_EFFECT);
    }
  }

  private EngineKeys() {}

  private static void add(String key, String effect) {
    EFFECTS.put(key, effect);
  }

  /** The warning about a key; empty if it is not one of these. */
  static Optional<String> effect(String key) {
    return Optional.ofNullable(EFFECTS.get(key));
  }
}
