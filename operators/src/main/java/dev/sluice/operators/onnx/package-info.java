/**
 * Classifiers in ONNX format: their tokenizer, and the ONNX Runtime that computes them. The runtime
 * is not part of this program; {@link dev.sluice.operators.onnx.OnnxRuntime} says where it belongs.
 */
package dev.sluice.operators.onnx;
