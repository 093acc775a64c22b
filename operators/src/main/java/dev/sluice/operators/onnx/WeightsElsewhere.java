package dev.sluice.operators.onnx;

import java.nio.ByteBuffer;
import java.util.Map;

/**
 * Finds out whether a model in ONNX format has weights in other files. ONNX Runtime would read them
 * from wherever it runs, and the SHA-256 of the model says nothing about them. Walks through the
 * messages of Protocol Buffers that may hold tensors, by the numbers of their fields in {@code
 * onnx.proto}, and skips all others.
 */
final class WeightsElsewhere {
  /** As many as Protocol Buffers allow. */
  private static final int DEPTH = 100;

  private static final int EXTERNAL_DATA = 13;

  private enum Message {
    MODEL,
    TRAINING,
    GRAPH,
    FUNCTION,
    NODE,
    ATTRIBUTE,
    SPARSE_TENSOR,
    TENSOR;

    Map<Integer, Message> fields() {
      return switch (this) {
        case MODEL -> Map.of(7, GRAPH, 20, TRAINING, 25, FUNCTION);
        case TRAINING -> Map.of(1, GRAPH, 2, GRAPH);
        case GRAPH -> Map.of(1, NODE, 5, TENSOR, 15, SPARSE_TENSOR);
        case FUNCTION -> Map.of(7, NODE, 11, ATTRIBUTE);
        case NODE -> Map.of(5, ATTRIBUTE);
        case ATTRIBUTE ->
            Map.of(
                5, TENSOR, 6, GRAPH, 10, TENSOR, 11, GRAPH, 22, SPARSE_TENSOR, 23, SPARSE_TENSOR);
        case SPARSE_TENSOR -> Map.of(1, TENSOR, 2, TENSOR);
        case TENSOR -> Map.of();
      };
    }
  }

  private WeightsElsewhere() {}

  /** Whether any are; not if this is no model. */
  static boolean areIn(ByteBuffer model) {
    return areIn(model.duplicate(), Message.MODEL, DEPTH);
  }

  private static boolean areIn(ByteBuffer bytes, Message message, int depth) {
    Map<Integer, Message> fields = message.fields();
    while (bytes.hasRemaining()) {
      long tag = number(bytes);
      int field = (int) (tag >>> 3);
      if (message == Message.TENSOR && field == EXTERNAL_DATA) {
        return true;
      }
      long size =
          switch ((int) tag & 7) {
            case 0 -> {
              number(bytes);
              yield 0;
            }
            case 1 -> Long.BYTES;
            case 2 -> number(bytes);
            case 3, 4 -> 0; // a group, of an unknown field: as if its fields were here
            case 5 -> Integer.BYTES;
            default -> Long.MAX_VALUE;
          };
      if (size < 0 || size > bytes.remaining()) {
        return false;
      }
      int end = bytes.position() + (int) size;
      if (fields.containsKey(field) && depth > 0) {
        ByteBuffer inner = bytes.slice(bytes.position(), (int) size);
        if (areIn(inner, fields.get(field), depth - 1)) {
          return true;
        }
      }
      bytes.position(end);
    }
    return false;
  }

  /** A number in seven bits a byte, the lowest first; what is cut off is 0. */
  private static long number(ByteBuffer bytes) {
    long number = 0;
    for (int shift = 0; bytes.hasRemaining(); shift += 7) {
      byte next = bytes.get();
      number |= (next & 0x7FL) << shift;
      if (next >= 0) {
        break;
      }
    }
    return number;
  }
}
