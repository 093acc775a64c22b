package dev.sluice.app.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class KafkaMetricsTest {
  private static final String FETCH =
      "kafka.consumer:type=consumer-fetch-manager-metrics,client-id=";
  private static final String PRODUCER = "kafka.producer:type=producer-metrics,client-id=";
  private static final String STORE =
      "kafka.streams:type=stream-state-metrics,thread-id=t,task-id=0_0,rocksdb-state-id=";

  private final MBeanServer server = MBeanServerFactory.newMBeanServer();

  private void register(String name, Map<String, Object> attributes) throws JMException {
    server.registerMBean(new TestingBean(attributes), new ObjectName(name));
  }

  /** Values by name and label. */
  private Map<String, Double> scrape() {
    Scrape scrape = new Scrape();
    KafkaMetrics.add(new Beans(server), scrape);
    Map<String, Double> values = new TreeMap<>();
    for (MetricSnapshot snapshot : scrape.snapshots()) {
      String name = snapshot.getMetadata().getName();
      if (snapshot instanceof CounterSnapshot counter) {
        counter.getDataPoints().forEach(p -> values.put(name + p.getLabels(), p.getValue()));
      } else {
        ((GaugeSnapshot) snapshot)
            .getDataPoints()
            .forEach(p -> values.put(name + p.getLabels(), p.getValue()));
      }
    }
    return values;
  }

  @Test
  void shouldAddUpTheClientsOfAStage() throws JMException {
    register(
        FETCH + "consumer-p.sink-a-0",
        Map.of("records-consumed-total", 3.0, "records-lag-max", 5.0));
    register(FETCH + "consumer-p.matcher-a-matcher", Map.of("records-consumed-total", 9.0));
    register(
        FETCH + "consumer-p.sink-a-1",
        Map.of("records-consumed-total", 4.0, "records-lag-max", 2.0));
    register(
        FETCH + "p.curation-u-StreamThread-1-consumer",
        Map.of("records-consumed-total", 10.0, "records-lag-max", Double.NaN));
    register(
        FETCH + "p.curation-u-StateUpdater-1-restore-consumer",
        Map.of("records-consumed-total", 20.0));
    register(FETCH + "consumer-null-1", Map.of("records-consumed-total", 1.0));
    register(
        PRODUCER + "\"producer-p.ingest.data/CC-MAIN-2014-10#1\"",
        Map.of("txn-commit-time-ns-total", 2e9));
    assertThat(scrape())
        .containsOnly(
            Map.entry("sluice_kafka_consumer_records{stage=\"matcher\"}", 9.0),
            Map.entry("sluice_kafka_consumer_records{stage=\"other\"}", 1.0),
            Map.entry("sluice_kafka_consumer_records{stage=\"restore\"}", 20.0),
            Map.entry("sluice_kafka_consumer_records{stage=\"sink\"}", 7.0),
            Map.entry("sluice_kafka_consumer_records{stage=\"topology\"}", 10.0),
            Map.entry("sluice_kafka_consumer_max_lag_records{stage=\"sink\"}", 5.0),
            Map.entry("sluice_kafka_producer_commit_seconds{stage=\"ingest\"}", 2.0));
  }

  @Test
  void shouldNotCountBeansOfPartitions() throws JMException {
    register(FETCH + "consumer-p.sink-a-0", Map.of("records-lag-max", 5.0));
    register(FETCH + "consumer-p.sink-a-0,topic=p.d,partition=0", Map.of("records-lag-max", 9.0));
    assertThat(scrape()).containsOnlyKeys("sluice_kafka_consumer_max_lag_records{stage=\"sink\"}");
    assertThat(scrape().values()).containsOnly(5.0);
  }

  @Test
  void shouldAddUpStoresButNotTheCacheTheyShare() throws JMException {
    register(STORE + "ids", Map.of("estimate-num-keys", 3L, "block-cache-usage", 100L));
    register(STORE + "ledger", Map.of("estimate-num-keys", 4L, "block-cache-usage", 100L));
    assertThat(scrape())
        .containsOnly(
            Map.entry("sluice_rocksdb_keys{}", 7.0),
            Map.entry("sluice_rocksdb_block_cache_bytes{}", 100.0));
  }

  @Test
  void shouldTellNothingWhereThereAreNoClients() {
    assertThat(scrape()).isEmpty();
  }

  /** A bean as Kafka's are: an attribute that it does not have is left out. */
  private static final class TestingBean implements DynamicMBean {
    private final Map<String, Object> attributes;

    TestingBean(Map<String, Object> attributes) {
      this.attributes = new HashMap<>(attributes);
    }

    @Override
    public Object getAttribute(String name) throws AttributeNotFoundException {
      throw new AttributeNotFoundException(name);
    }

    @Override
    public void setAttribute(Attribute attribute) {
      throw new UnsupportedOperationException();
    }

    @Override
    public AttributeList getAttributes(String[] names) {
      AttributeList found = new AttributeList();
      for (String name : names) {
        if (attributes.containsKey(name)) {
          found.add(new Attribute(name, attributes.get(name)));
        }
      }
      return found;
    }

    @Override
    public AttributeList setAttributes(AttributeList all) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Object invoke(String action, Object[] parameters, String[] signature) {
      throw new UnsupportedOperationException();
    }

    @Override
    public MBeanInfo getMBeanInfo() {
      return new MBeanInfo(TestingBean.class.getName(), "for tests", null, null, null, null);
    }
  }
}
