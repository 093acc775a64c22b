/**
 * Runs classifiers in ONNX format. This package reads their tokenizers and calls ONNX Runtime. The
 * runtime is not part of this program; {@link dev.sluice.operators.onnx.OnnxRuntime} states where
 * to install it.
 */
package dev.sluice.operators.onnx;
