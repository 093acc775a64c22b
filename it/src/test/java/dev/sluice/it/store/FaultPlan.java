package dev.sluice.it.store;

import java.util.Optional;

/** Decides what happens to each request. Called by many threads. */
@FunctionalInterface
public interface FaultPlan {
  /** Nothing happens. */
  FaultPlan NONE = request -> Optional.empty();

  /** What happens to a request; empty: it is forwarded. */
  Optional<StoreFault> faultOf(StoreRequest request);

  /** The same happens to each request of a kind. */
  static FaultPlan always(StoreFault fault, StoreRequest.Kind kind) {
    return request -> Optional.of(fault).filter(each -> request.kind() == kind);
  }

  /** The same happens to every request. */
  static FaultPlan always(StoreFault fault) {
    return request -> Optional.of(fault);
  }
}
