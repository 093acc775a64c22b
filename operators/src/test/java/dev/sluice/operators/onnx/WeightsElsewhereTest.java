package dev.sluice.operators.onnx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WeightsElsewhereTest {
  /** Numbers of fields, from that of a model to that of a tensor. */
  @ParameterizedTest
  @CsvSource({
    "7 5 13, true", // an initialiser of the graph
    "7 1 5 5 13, true", // of a node
    "25 7 5 5 13, true", // of a node of a function
    "25 11 5 13, true", // the default of an attribute of a function
    "20 1 5 13, true", // an initialiser of what trains the model
    "20 2 1 5 5 13, true", // of a node of that
    "7 5 9, false", // weights in the tensor
    "25 6 5 13, false" // the name of an attribute
  })
  void shouldFindWeightsInOtherFiles(String path, boolean areElsewhere) {
    String[] fields = path.split(" ");
    byte[] message = {};
    for (int i = fields.length - 1; i >= 0; i--) {
      message = message(Integer.parseInt(fields[i]), message);
    }
    assertThat(WeightsElsewhere.areIn(ByteBuffer.wrap(message))).isEqualTo(areElsewhere);
  }

  @Test
  void shouldPassOverGroups() {
    byte[] graph = message(7, message(5, message(13, new byte[0])));
    byte group = 9 << 3;
    ByteBuffer model = ByteBuffer.allocate(2 + graph.length);
    model.put((byte) (group | 3)).put((byte) (group | 4)).put(graph).flip();

    assertThat(WeightsElsewhere.areIn(model)).isTrue();
  }

  private static byte[] message(int field, byte[] content) {
    int tag = field << 3 | 2;
    ByteBuffer bytes = ByteBuffer.allocate(3 + content.length);
    return bytes
        .put((byte) (tag | 0x80))
        .put((byte) (tag >>> 7))
        .put((byte) content.length)
        .put(content)
        .array();
  }
}
