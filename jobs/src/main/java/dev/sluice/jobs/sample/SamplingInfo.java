package dev.sluice.jobs.sample;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sluice.storage.output.Json;
import java.util.List;

/** Builds {@code sampling_info.json}, in request order. */
final class SamplingInfo {
  private SamplingInfo() {}

  static byte[] json(SampleRequest request, List<BucketFigures> figures) {
    ObjectNode sources = JsonNodeFactory.instance.objectNode();
    ObjectNode info = JsonNodeFactory.instance.objectNode();
    info.put("total_requested", requested(figures));
    info.put("total_sampled", sampled(figures));
    info.put("random_seed", request.seed());
    info.set("sources", sources);
    for (DatasetRequest dataset : request.datasets()) {
      sources.set(
          dataset.key(),
          source(
              dataset,
              figures.stream().filter(bucket -> bucket.part().dataset() == dataset).toList()));
    }
    return Json.write(info);
  }

  private static ObjectNode source(DatasetRequest dataset, List<BucketFigures> figures) {
    ObjectNode buckets = JsonNodeFactory.instance.objectNode();
    for (BucketFigures bucket : figures) {
      buckets
          .putObject(bucket.part().bucket().name())
          .put("requested", bucket.part().bucket().count())
          .put("sampled", bucket.sampled())
          .put("ids", bucket.ids().text());
    }
    ObjectNode source = JsonNodeFactory.instance.objectNode();
    source.put("name", dataset.name());
    source.put("source", dataset.source());
    source.put("requested", requested(figures));
    source.put("sampled", sampled(figures));
    source.set("buckets", buckets);
    return source;
  }

  private static long requested(List<BucketFigures> figures) {
    return figures.stream().mapToLong(bucket -> bucket.part().bucket().count()).sum();
  }

  private static long sampled(List<BucketFigures> figures) {
    return figures.stream().mapToLong(BucketFigures::sampled).sum();
  }
}
