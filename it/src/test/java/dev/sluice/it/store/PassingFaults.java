package dev.sluice.it.store;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * Faults at some requests. What is asked for the third time in a row is always answered: as often
 * as clients try. The same requests in the same order meet the same faults.
 */
public final class PassingFaults implements FaultPlan {
  private static final int MOST_IN_A_ROW = 2;

  private final Random random;
  private final List<StoreFault> faults;
  private final double share;
  private final Map<String, Integer> inARow = new HashMap<>();

  /**
   * A plan by its seed.
   *
   * @param share of the requests that meet a fault
   */
  public PassingFaults(long seed, double share, List<StoreFault> faults) {
    this.random = new Random(seed);
    this.share = share;
    this.faults = List.copyOf(faults);
  }

  @Override
  public synchronized Optional<StoreFault> faultOf(StoreRequest request) {
    int before = inARow.getOrDefault(request.name(), 0);
    if (before == MOST_IN_A_ROW || random.nextDouble() >= share) {
      inARow.remove(request.name());
      return Optional.empty();
    }
    inARow.put(request.name(), before + 1);
    return Optional.of(faults.get(random.nextInt(faults.size())));
  }
}
