#!/usr/bin/env python3
"""fetch and XMLHttpRequest in a page of Firefox. Usage: firefox.py fetch | xhr"""

from bidi import Browser, Page
from page_client import main

if __name__ == "__main__":
    main(Browser, Page)
