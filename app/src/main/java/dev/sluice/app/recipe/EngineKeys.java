package dev.sluice.app.recipe;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Keys of Data-Juicer's recipes that configure its engine, not the processing of documents. */
final class EngineKeys {
  private static final String NO_EFFECT = "has no effect here";

  private static final String TRACE = ": --trace N keeps examples of what operators did";

  /** What does the same here, by key. */
  private static final Map<String, String> INSTEAD =
      Map.ofEntries(
          Map.entry("np", ": all cores work; --workers sets another number"),
          Map.entry("executor_type", ": files are processed on this machine"),
          Map.entry("ray_address", ": there is no Ray"),
          Map.entry("open_tracer", TRACE),
          Map.entry("trace_num", TRACE),
          Map.entry("op_list_to_trace", TRACE),
          Map.entry("skip_op_error", ": a row that fails is rejected and counted"),
          Map.entry("use_checkpoint", ": the same command always continues"),
          Map.entry("op_fusion", ": operators always share results about a text"),
          Map.entry("export_type", ": output files have the format of their input files"),
          Map.entry("export_shard_size", ": there is an output file for each input file"),
          Map.entry("suffixes", ": the format follows from the file name"));

  private static final Set<String> OTHERS =
      Set.of(
          """
          adaptive_batch_size audio_key audio_special_token cache_compress checkpoint
          data_probe_algo data_probe_ratio debug ds_cache_dir eoc_special_token executor
          export_extra_args export_in_parallel fusion_strategy image_bytes_key image_key
          image_special_token job_id keep_hashes_in_res_ds keep_stats_in_res_ds
          open_insight_mining open_monitor partition temp_dir turbo use_cache video_key
          video_special_token work_dir\
          """
              .split("\\s+"));

  private EngineKeys() {}

  /** The warning about a key; empty if it is not one of these. */
  static Optional<String> effect(String key) {
    return INSTEAD.containsKey(key) || OTHERS.contains(key)
        ? Optional.of(NO_EFFECT + INSTEAD.getOrDefault(key, ""))
        : Optional.empty();
  }
}
