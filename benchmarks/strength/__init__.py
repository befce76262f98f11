"""How strong the learned players are: python -m benchmarks.strength --help"""
