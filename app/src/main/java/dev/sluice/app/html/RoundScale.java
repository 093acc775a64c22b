package dev.sluice.app.html;

import java.util.ArrayList;
import java.util.List;

/**
 * Maps numbers to positions on an axis, with marks at round numbers.
 *
 * @param from number at the beginning of the scale
 * @param to number at the end
 * @param begin place of {@code from}
 * @param end place of {@code to}
 */
record RoundScale(double from, double to, double begin, double end) {
  /**
   * Creates a scale from 0 to the round number at or above a maximum, or to 1 if the maximum is 0.
   */
  static RoundScale upTo(double most, double begin, double end) {
    double top = most > 0 ? most : 1;
    double step = step(top);
    return new RoundScale(0, Math.ceil(top / step) * step, begin, end);
  }

  double place(double number) {
    return to == from ? begin : begin + (number - from) / (to - from) * (end - begin);
  }

  /** Returns four to eight round numbers for marks. */
  List<Double> marks() {
    double step = step(to - from);
    List<Double> marks = new ArrayList<>();
    for (long i = (long) Math.ceil(from / step - 1e-9); i * step <= to + step * 1e-9; i++) {
      marks.add(i * step);
    }
    return marks;
  }

  private static double step(double range) {
    double power = Math.pow(10, Math.floor(Math.log10(range / 4)));
    for (double factor : new double[] {1, 2, 2.5, 5}) {
      if (range / (factor * power) <= 7) {
        return factor * power;
      }
    }
    return 10 * power;
  }
}
